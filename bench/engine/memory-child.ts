/** Runs the plans of the throughput measurement in a process of its own and says the most memory it had. */
import { many } from './many-plans.js';

await many(process.argv[2] ?? '', 1);
process.stdout.write(`${process.resourceUsage().maxRSS / 1024}\n`);
