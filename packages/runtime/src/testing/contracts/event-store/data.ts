import { expect, it } from 'vitest';
import type { EventStore } from '../../../ports/event-store.js';
import { anAppend, anEvent } from './an-append.js';

/** That what is stored is given back as it was. */
export function describeData(aStore: () => Promise<EventStore>): void {
  const roundTrip = async (data: unknown): Promise<unknown> => {
    const store = await aStore();
    const { events } = await store.append(anAppend('run-a', 0, [{ type: 'run.noted', v: 1, data }]));
    const [read] = await store.read('run-a');
    expect(events[0]?.data).toEqual(read?.data);
    return read?.data;
  };

  const limit = 8 * 1024;
  const values: readonly (readonly [string, unknown])[] = [
    ['null', null],
    ['booleans', [true, false]],
    ['numbers', [0, -1, 1.5, 1e21, 5e-324, Number.MAX_SAFE_INTEGER]],
    ['texts', ['', '"quoted"\\', 'line\nbreak\ttab', '\u2028', '😀 𝒳 é', 'a\0b', '\uFEFFmarked']],
    ['half surrogate pairs', ['\ud800', 'a\udc00b', '\udc00\ud800']],
    ['nested lists and objects', { a: [{ b: [[], {}, [null]] }], '': { ' ': 0 } }],
    ['keys that objects have already', JSON.parse('{"__proto__":{"x":1},"constructor":1,"toString":2}')],
    ['a text of exactly 8 KiB', 'x'.repeat(limit)],
    ['a text one byte over 8 KiB', 'x'.repeat(limit + 1)],
    ['8 KiB and a byte in three-byte characters', { deep: [{ text: '€'.repeat(limit / 3 + 1) }] }],
    ['a long text beyond the basic plane', '😀'.repeat(3_000)],
    ['a long text with NUL and a byte order mark', `\uFEFF${'a\0b'.repeat(4_000)}`],
    ['a long text with half a surrogate pair', `${'x'.repeat(9_000)}\ud83d`],
    ['a long text under a key that objects have', JSON.parse(`{"__proto__":{"x":"${'p'.repeat(9_000)}"}}`)],
    ['several long texts, two of them equal', ['a', 'b', 'a'].map((letter) => letter.repeat(20_000))],
    ['a megabyte', 'm'.repeat(1024 * 1024)],
    ['what looks like a reference', { hash: 'e3b0c442', encoding: 'utf8', path: [], $blob: 'x', blobs: [] }],
    ['what looks like a reference beside a long text', [{ path: [0], hash: 'x', encoding: 'utf8' }, 'z'.repeat(9_000)]],
  ];
  it.each(values)('gives back %s as it was', async (_, data) => {
    const read = await roundTrip(data);
    expect(read).toEqual(data);
    expect(JSON.stringify(read)).toBe(JSON.stringify(data));
  });

  it('gives back at once what every later read will give, where JSON has no word for a value', async () => {
    const data = { gone: undefined, zero: -0, none: NaN, when: new Date(0), list: [undefined, 1] };
    expect(await roundTrip(data)).toStrictEqual({
      zero: 0,
      none: null,
      when: '1970-01-01T00:00:00.000Z',
      list: [null, 1],
    });
    expect(await roundTrip(undefined)).toBeNull();
  });

  it('shares nothing with its callers that they could change', async () => {
    const store = await aStore();
    const data = { list: [1] };
    const pending = store.append(anAppend('run-a', 0, [anEvent(data)]));
    data.list.push(2);
    await pending;
    data.list.push(3);
    const [read] = await store.read('run-a');
    expect(read?.data).toEqual({ list: [1] });
    expect(() => tryToChange(read?.data)).not.toThrow();
    expect((await store.read('run-a'))[0]?.data).toEqual({ list: [1] });
  });
}

/** A store may freeze what it gives out; then the change itself is refused. */
function tryToChange(data: unknown): void {
  const { list } = data as { list: number[] };
  try {
    list.push(4);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}
