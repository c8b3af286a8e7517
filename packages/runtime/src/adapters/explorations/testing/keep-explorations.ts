/** A process that keeps explorations as fast as it can. Started by `file-exploration-cache.test.ts`. */
import { createFileExplorationCache } from '../file-exploration-cache.js';
import { anExploration } from './an-exploration.js';

const [folder = '', name = '', count = '0'] = process.argv.slice(2);
const cache = createFileExplorationCache(folder);
const tasks = Array.from({ length: Number(count) }, (_, place) => `Task ${name} ${place}`);
await Promise.all(tasks.map((task) => cache.keep(anExploration(task))));
