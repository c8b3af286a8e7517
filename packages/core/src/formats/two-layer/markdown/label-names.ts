/** The fields of a task by the names they are written under, as `fieldKey` spells them. */
export const taskLabels: ReadonlyMap<string, TaskLabel> = new Map<string, TaskLabel>([
  ['scope', 'scope'],
  ['action', 'action'],
  ['agent', 'agent'],
  ['description', 'description'],
  ['files', 'files'],
  ['implementation', 'implementation'],
  ['implementationsteps', 'implementation'],
  ['reference', 'reference'],
  ['convergencecriteria', 'criteria'],
  ['acceptancecriteria', 'criteria'],
  ['acceptance', 'criteria'],
  ['criteria', 'criteria'],
  ['dependson', 'dependsOn'],
  ['dependencies', 'dependsOn'],
  ['rationale', 'rationale'],
  ['verification', 'verification'],
  ['test', 'verification'],
  ['tests', 'verification'],
  ['risks', 'risks'],
  ['codeskeleton', 'skeleton'],
]);
export type TaskLabel =
  | 'scope'
  | 'action'
  | 'agent'
  | 'description'
  | 'files'
  | 'implementation'
  | 'reference'
  | 'criteria'
  | 'dependsOn'
  | 'rationale'
  | 'verification'
  | 'risks'
  | 'skeleton';

/** The same for what is said of the whole plan. */
export const overviewNames: ReadonlyMap<string, OverviewName> = new Map<string, OverviewName>([
  ['summary', 'summary'],
  ['implementationsummary', 'summary'],
  ['approach', 'approach'],
  ['highlevelapproach', 'approach'],
  ['complexity', 'complexity'],
  ['dataflow', 'dataFlow'],
  ['designdecisions', 'designDecisions'],
  ['timeestimate', 'time'],
  ['estimatedtime', 'time'],
  ['rootcause', 'rootCause'],
  ['strategy', 'strategy'],
  ['fixstrategy', 'strategy'],
  ['severity', 'severity'],
  ['risklevel', 'risk'],
]);
export type OverviewName =
  | 'summary'
  | 'approach'
  | 'complexity'
  | 'dataFlow'
  | 'designDecisions'
  | 'time'
  | 'rootCause'
  | 'strategy'
  | 'severity'
  | 'risk';

/** Names inside a field, which are fields of a task elsewhere. */
export const subLabels: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['reference', new Set(['pattern', 'files', 'examples'])],
]);
