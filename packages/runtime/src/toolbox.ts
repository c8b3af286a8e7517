import {
  builtInToolClasses,
  type CallFacts,
  createTaintLedger,
  highestClass,
  judgeCall,
  type Notice,
  type Redact,
  showArgs,
  type Tainted,
  type TaintLedger,
  type ToolPolicy,
} from '@planwright/core';
import type { ToolCall } from './ports/model.js';
import type { Tool, ToolResult, Tools } from './ports/tools.js';
import { shapeOutput, type Spill } from './shape-output.js';
import { untilAborted } from './until-aborted.js';

export type ToolboxOptions = {
  readonly tools: readonly Tool[];
  readonly policy: ToolPolicy;
  /** Every call that was not carried out because it may not be. */
  readonly onNotice: (notice: Notice) => void;
  /** Every call that is carried out. */
  readonly onCall?: ((tool: string) => void) | undefined;
  /** A call that a person would have to allow; it is refused meanwhile. `suggested`: what of it text from outside brought up. */
  readonly onAsk?: (facts: CallFacts, reason: string, suggested?: string) => void;
  /** What the plan's author wrote. A write or command that other text suggests is asked for, or refused. */
  readonly trusted?: readonly string[];
  readonly timeoutMs?: number;
  /** Keeps output that is too long to be given to an agent. Without it the middle is lost. */
  readonly spill?: Spill;
  /** Removes secrets from what is noted. */
  readonly redact?: Redact;
};

type Box = ToolboxOptions & {
  readonly byName: ReadonlyMap<string, Tool>;
  readonly redact: Redact;
  readonly ledger: TaintLedger;
};

const defaultTimeoutMs = 30_000;

/**
 * Tools behind the gate: every call is judged by what it would do before it is carried out, within limits of time and output.
 * Which tools there are is settled here; what is added to the list later is not among them.
 */
export function createToolbox(options: ToolboxOptions): Tools {
  // Where two have one name, the first has it: nobody takes the place of a tool that is there.
  const byName = new Map(options.tools.toReversed().map((tool) => [tool.spec.name, tool]));
  const tools = options.tools.filter((tool) => byName.get(tool.spec.name) === tool);
  const box: Box = {
    ...options,
    byName,
    redact: options.redact ?? ((text) => text),
    ledger: ledgerFor(options, tools),
  };
  const highest = highestClass(tools.map((tool) => tool.class));
  return {
    specs: tools.map(({ spec }) => spec),
    // Never more than the policy allows, whatever the tools could do.
    class: highestClass([highest, options.policy.class]) === highest ? options.policy.class : highest,
    call: (call, signal) => callWithin(box, call, signal),
    fallbacksFor: (name) => (box.byName.get(name)?.fallbacks ?? []).filter((other) => box.byName.has(other)),
  };
}

/** What was approved is trusted; what a foreign tool says about itself came from outside, too. */
function ledgerFor({ trusted = [], policy }: ToolboxOptions, tools: readonly Tool[]): TaintLedger {
  const approved = [policy.files, policy.hosts].flatMap((list) => (list === 'any' ? [] : list));
  const ledger = createTaintLedger([...trusted, ...approved, ...policy.commands]);
  for (const { spec } of tools)
    if (!Object.hasOwn(builtInToolClasses, spec.name)) ledger.note(spec.description, `the description of ${spec.name}`);
  return ledger;
}

async function callWithin(box: Box, call: ToolCall, signal: AbortSignal): Promise<ToolResult> {
  signal.throwIfAborted();
  const tool = box.byName.get(call.name);
  if (tool === undefined) return unknownTool(box, call);
  const timeoutMs = tool.timeoutMs ?? box.timeoutMs ?? defaultTimeoutMs;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  const either = AbortSignal.any([signal, limit.signal]);
  try {
    return await untilAborted(judgeAndCall(box, tool, { call, signal: either }), either);
  } catch (error) {
    signal.throwIfAborted();
    if (limit.signal.aborted) return failed(`${call.name} was stopped: it took longer than ${timeoutMs} ms`);
    return failed(`${call.name} failed: ${box.redact(error instanceof Error ? error.message : String(error))}`);
  } finally {
    clearTimeout(timer);
  }
}

type Asked = { readonly call: ToolCall; readonly signal: AbortSignal };

async function judgeAndCall(box: Box, tool: Tool, { call, signal }: Asked): Promise<ToolResult> {
  const facts = await tool.facts(call.args);
  if ('problem' in facts) return failed(facts.problem);
  const tainted = box.ledger.taintedIn(facts, call.args);
  const verdict = judgeCall(facts, box.policy, tainted);
  if (verdict.verdict !== 'allow') return refused(box, call, { facts, tainted, ...verdict });
  // What a tool that ignored the signal would do after its time is nobody's wish any more.
  signal.throwIfAborted();
  box.onCall?.(call.name);
  const { ok, text: output } = await tool.call(call.args, { signal });
  const text = await shapeOutput({ tool: call.name, text: output }, box.spill);
  box.ledger.noteResult({ tool: call.name, args: call.args, ok, text }, facts);
  return { ok, text };
}

type Refusal = {
  readonly facts: CallFacts;
  readonly tainted: Tainted | undefined;
  readonly verdict: 'ask' | 'refuse';
  readonly reason: string;
};

function refused(box: Box, call: ToolCall, { facts, tainted, verdict, reason }: Refusal): ToolResult {
  note(box, call, { class: facts.class, reason });
  if (verdict === 'refuse') return failed(`${call.name} was refused: ${reason}`);
  box.onAsk?.(facts, reason, tainted?.value);
  return failed(`${call.name} was not carried out; a person must approve it first: ${reason}`);
}

function unknownTool(box: Box, call: ToolCall): ToolResult {
  const names = [...box.byName.keys()].toSorted();
  const reason = `there is no tool "${call.name}"; there ${names.length === 0 ? 'is none' : `are ${names.join(', ')}`}`;
  note(box, call, { class: 'external', reason });
  return failed(reason);
}

function note(
  box: Box,
  call: ToolCall,
  { class: toolClass, reason }: Pick<CallFacts, 'class'> & { reason: string },
): void {
  const args = showArgs(call.args, box.redact);
  box.onNotice({ type: 'call-refused', tool: call.name, class: toolClass, args, reason: box.redact(reason) });
}

function failed(text: string): ToolResult {
  return { ok: false, text };
}
