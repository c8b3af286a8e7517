import type { Effect, Receipt, RunEventData } from '@planwright/core';
import type { Meter } from './ports/meter.js';

/** Who is told about an effect while it is carried out, and what it may spend. */
export type EffectPorts = {
  readonly onProgress: (step: string | null, text: string) => void;
  readonly onNotice: (noticed: RunEventData<'notice.recorded'>) => void;
  readonly onReceipt: (receipt: Receipt) => void;
  /** The run's budget, as one of its effects draws on it. */
  readonly meterFor: (effect: Effect) => Meter;
};
