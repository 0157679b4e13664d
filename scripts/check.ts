// `npm run check`: everything that can be said about the code without running it.

import { checks, runSteps } from './steps.ts';

await runSteps(checks);
