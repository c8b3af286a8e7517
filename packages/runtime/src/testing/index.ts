/** For tests of programs that embed the runtime; the store contract is `contracts/event-store.js`. */
export { createCountingIds } from './counting-ids.js';
export { crashAfter } from './crash-after.js';
export { createFixedClock } from './fixed-clock.js';
export { createFunctionWorker } from './function-worker.js';
