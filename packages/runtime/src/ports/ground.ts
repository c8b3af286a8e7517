import type { Ground } from '@planwright/core';

/**
 * Tells what plans of the project stand on now. Asked before every step may start, so it must be quick while nothing has
 * moved. Rejects when it cannot be told: what a person asks for is then refused, and a step that ends goes by what was last known.
 */
export type LookAtGround = () => Promise<Ground> | Ground;
