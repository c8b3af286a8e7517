import { commandEnvironment, type Environment } from '../command-environment.js';
import type { AgentCall, AgentProgram } from './agent-program.js';

/** How the network is reached; without them an agent behind a proxy is cut off. */
const networkNames = [
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'no_proxy', 'all_proxy'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
];

/** The variables an agent program gets: what a command gets, and those of the user's that are the program's own. */
export function agentEnvironment(
  environment: Environment,
  program: AgentProgram,
  { call, root }: { readonly call: AgentCall; readonly root: string },
): Readonly<Record<string, string>> {
  return {
    ...commandEnvironment(environment),
    PWD: root,
    ...program.environment(call),
    ...ownVariables(environment, program),
  };
}

/** The user's variables that only this program gets. Their values are kept out of every message. */
export function ownVariables(environment: Environment, { passedOn }: AgentProgram): Readonly<Record<string, string>> {
  const named = [...networkNames, ...passedOn].flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(named);
}
