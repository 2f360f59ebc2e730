import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../run.ts'

/** A copy of the project in which mutants are applied. */
export interface ProjectCopy {
  folder: string
  read(file: string): string
  write(file: string, text: string): void
}

/**
 * Copies the project's files except ignored ones, and links the packages. The folder of the packages is a real one, so
 * that caches in it belong to the copy.
 */
export function copyProject(folder: string): ProjectCopy {
  for (const file of listFiles()) {
    // The file was removed but not yet committed.
    if (!existsSync(join(root, file))) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  const packages = join(root, 'node_modules')
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(packages))
    if (name === '.bin' || !name.startsWith('.'))
      symlinkSync(join(packages, name), join(folder, 'node_modules', name))
  return {
    folder,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    write: (file, text) => writeFileSync(join(folder, file), text),
  }
}

/** Removes the build of a copy. */
export function removeBuild({ folder }: ProjectCopy): void {
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
}

function listFiles(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const gitResult = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (gitResult.status !== 0) throw new Error(`git cannot list the sources: ${gitResult.stderr}`)
  return gitResult.stdout.split('\0').filter(Boolean)
}
