/** `npm run build`: builds the app into dist/, whether its sources changed or not. */
import { buildApp } from './lib/build-app.ts'

await buildApp()
