import type { ApprovalLimits } from '@planwright/core';
import { stated } from '@planwright/core';
import type { Settings } from './setting-table.js';

/** Within what `auto` may approve, as it is set; undefined when nothing limits it. */
export function approvalLimits(settings: Settings): ApprovalLimits | undefined {
  const { approveFiles, approveExceptFiles } = settings;
  const limits = stated({
    complexity: settings.approveComplexity ?? undefined,
    class: settings.approveClass ?? undefined,
    budget: settings.approveBudget ?? undefined,
    files: approveFiles === null ? undefined : [...approveFiles],
    exceptFiles: approveExceptFiles === null ? undefined : [...approveExceptFiles],
  });
  return Object.keys(limits).length === 0 ? undefined : limits;
}
