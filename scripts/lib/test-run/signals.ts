import type { Processes } from './processes.ts'

/** Exit code of a program that Ctrl-C ended. */
export const interruptedCode = 130

/** Interval for checking that npm's shell is alive, in milliseconds. */
const parentCheckMs = 1000

/**
 * Ends all programs on Ctrl-C, and when the terminal or npm ends. npm passes SIGTERM to its shell, which does not pass
 * it on.
 * @returns a controller that is aborted then
 */
export function endOnSignals(processes: Processes): AbortController {
  const controller = new AbortController()
  const interrupt = (): void => {
    if (!controller.signal.aborted) console.log('\nEnding what runs …')
    controller.abort()
    void processes.end()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, interrupt)
  const parent = process.ppid
  const isNpm = process.env.npm_lifecycle_event !== undefined
  const timer = setInterval(() => {
    if (isNpm && process.ppid !== parent && !controller.signal.aborted) interrupt()
  }, parentCheckMs)
  timer.unref()
  return controller
}
