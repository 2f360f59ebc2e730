import type { Processes } from './processes.ts'

/** Exit code of a program that Ctrl-C ended. */
export const interruptedCode = 130

/** Ends all programs on Ctrl-C, and when the terminal or whoever runs us ends us; the signal says that it happened. */
export function endOnSignals(processes: Processes): AbortController {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => {
      if (!controller.signal.aborted) console.log('\nEnding what runs …')
      controller.abort()
      void processes.end()
    })
  return controller
}
