import { writeFileSync } from 'node:fs';
import { differencesPage } from './differences-page.js';

writeFileSync('docs/differences.md', differencesPage());
