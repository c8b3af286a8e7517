import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PriceList, PlanwrightError, priceListSchema } from '@planwright/core';
import { defaultPrices } from '@planwright/runtime/node';
import { parse } from 'yaml';
import { userFolder } from '../user-folder.js';
import type { System } from '../system.js';

/** Where a user puts prices of their own; they come before the shipped ones. */
export function userPriceFile(env: System['env']): string {
  return join(userFolder(env), 'prices.yaml');
}

/** What models cost. Throws `settings-invalid` for a list of the user's that cannot be read. */
export function loadPrices(env: System['env']): PriceList {
  const file = userPriceFile(env);
  if (!existsSync(file)) return defaultPrices;
  const parsed = priceListSchema.safeParse(listIn(file));
  if (parsed.success) return { asOf: parsed.data.asOf, prices: [...parsed.data.prices, ...defaultPrices.prices] };
  const [issue] = parsed.error.issues;
  throw notAList(file, issue === undefined ? '' : `${issue.path.join('.')}: ${issue.message}`);
}

function listIn(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw notAList(file, error instanceof Error ? error.message : String(error));
  }
}

function notAList(file: string, why: string): PlanwrightError {
  return new PlanwrightError('settings-invalid', `${file} is no price list: ${why}`, { details: { file } });
}
