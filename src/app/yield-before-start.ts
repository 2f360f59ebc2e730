import { yieldToMain } from '#platform/browser.ts'

// Imported first, so that packages are evaluated in one task and the app in the next. A single task would block a slow
// phone for as long as both take.
await yieldToMain()
