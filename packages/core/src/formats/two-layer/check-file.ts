import { counted } from '../../shared/counted.js';
import type { z } from 'zod';
import { isObject } from '../../plan/parse/plan-within.js';
import { shown } from '../../plan/parse/report.js';
import type { FolderReport, Place } from './two-layer-problem.js';

type Issue = z.core.$ZodIssue;

/** Holds data against the schema of its file. Everything that is missing or does not fit becomes a problem of its own. */
export function checkFile(schema: z.ZodType, data: unknown, place: Place, report: FolderReport): void {
  const parsed = schema.safeParse(data);
  if (parsed.success) return;
  for (const issue of parsed.error.issues) {
    const field = issue.path.map(String).join('.');
    const value = valueAt(data, issue.path);
    const message =
      value === undefined
        ? `"${field}" is missing: it ${expectation(issue)}`
        : `"${field}" ${expectation(issue)}, found ${told(value)}`;
    report.problem(isEmpty(value) ? 'field-missing' : 'field-invalid', message, { ...place, field });
  }
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return issue.origin === 'array'
        ? `must have at least ${counted(Number(issue.minimum), 'item')}`
        : `must be ${issue.origin === 'string' ? 'a text that says something' : `at least ${issue.minimum}`}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `must have no ${issue.keys.map((key) => `"${key}"`).join(', ')}, which its readers refuse`;
    case 'invalid_format':
      return issue.format === 'datetime' ? 'must be a time in ISO 8601' : `must be a ${issue.format}`;
    case 'invalid_union':
      return issue.message;
    case 'not_multiple_of':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return `does not fit (${issue.message})`;
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  undefined: 'left out',
};

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  let value = data;
  for (const key of path) {
    if (Array.isArray(value)) value = value[Number(key)] as unknown;
    else value = isObject(value) && Object.hasOwn(value, key) ? value[String(key)] : undefined;
  }
  return value;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function told(value: unknown): string {
  return Array.isArray(value) ? `a list of ${value.length}` : shown(value);
}
