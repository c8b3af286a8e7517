import type { Output } from './output.js';
import { style } from './style.js';

/** One line beside the result, marked as what it is. */
export function remark({ note }: Pick<Output, 'note'>, mark: 'note' | 'warning', message: string): void {
  note(`${style('yellow', `${mark}:`)} ${message}`);
}
