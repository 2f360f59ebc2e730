import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs a program of node_modules/.bin or the system in the project's folder, with its output passed through.
 * @returns its exit code, or 1 when a signal ended it
 */
export function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PATH: `${root}node_modules/.bin:${process.env.PATH ?? ''}`, ...env },
    })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
