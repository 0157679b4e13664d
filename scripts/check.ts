// `npm run check`: everything that can be said about the code without running it.

import { runSteps } from './run-steps.ts';
import { checks } from './steps.ts';

await runSteps({ groups: [checks] });
