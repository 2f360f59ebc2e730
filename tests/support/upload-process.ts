import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { DataPlace } from './databases.ts'

/** `upload-server.ts`, running. */
export interface UploadProcess {
  url: string
  /** Of a participant. */
  token: string
  process: ChildProcess
  /** Sends a signal and waits for the end. @returns the exit code, or null when the signal ended it */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

const program = fileURLToPath(new URL('upload-server.ts', import.meta.url))

/** Starts the server on a place and waits until it serves. @throws Error when it ends instead */
export async function startUploadProcess(place: DataPlace): Promise<UploadProcess> {
  const child = spawn(
    process.execPath,
    // As `npm start` does.
    ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4', program, JSON.stringify(place)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = once(child, 'exit') as Promise<[number | null]>
  const first = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
  if (typeof first[0] !== 'string') throw new Error(`the server ended with ${first[0]}`)
  return {
    ...(JSON.parse(first[0]) as { url: string; token: string }),
    process: child,
    end: async (signal) => {
      child.kill(signal)
      return (await ended)[0]
    },
  }
}
