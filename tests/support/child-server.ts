import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { DataPlace } from './databases.ts'

/** A server of this folder, running as a process of its own. */
export interface ChildServer {
  url: string
  /** Token of a user, when the program prints one. */
  token: string
  process: ChildProcess
  /** Sends a signal and waits for the end. @returns the exit code, or null when the signal ended it */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/** Starts a program of this folder on a place and waits for its line of JSON. @throws Error when it ends instead */
export async function startChildServer(program: string, place: DataPlace): Promise<ChildServer> {
  const file = fileURLToPath(new URL(program, import.meta.url))
  const args = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4', file]
  const child = spawn(process.execPath, [...args, JSON.stringify(place)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
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
