import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { claimProject, createProcesses, endLeftovers, findRun } from './processes.ts'

/** Ignores signals to end, and starts a program that leaves its process group, as browsers do. */
const stubborn = `
  process.on('SIGINT', () => {})
  const { spawn } = require('node:child_process')
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
  const { writeFileSync } = require('node:fs')
  writeFileSync(process.env.TMPDIR + '/pid', String(child.pid))
  setInterval(() => {}, 1000)`

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('the output and exit code of a program are known, and its temporary files go at the end', async () => {
  const processes = createProcesses()
  const script = 'console.log(require("node:os").tmpdir()); process.exit(3)'
  const { code, output } = await processes.run(process.execPath, ['-e', script], { isCollected: true })
  expect([code, output.trim()]).toEqual([3, processes.tempDir])
  await processes.end()
  expect(existsSync(processes.tempDir)).toBe(false)
})

test.runIf(process.platform === 'linux')(
  'an end reaches programs that do not listen and those they started',
  async () => {
    const processes = createProcesses({ graceMs: 100 })
    const ended = processes.run(process.execPath, ['-e', stubborn])
    const readPid = (): number => Number(readFileSync(join(processes.tempDir, 'pid'), 'utf8'))
    await expect.poll(readPid, { timeout: 20_000 }).toBeGreaterThan(0)
    const grandchild = readPid()
    expect(isAlive(grandchild)).toBe(true)
    await processes.end()
    await ended
    await expect.poll(() => isAlive(grandchild), { timeout: 20_000 }).toBe(false)
  },
)

test.runIf(process.platform === 'linux')('what a run left that is over is found and ended', async () => {
  // The id of a process that has ended belongs to no run.
  const over = spawn(process.execPath, ['-e', ''])
  await new Promise((resolve) => over.on('exit', resolve))
  const base = mkdtempSync(join(tmpdir(), 'runs-'))
  const folder = mkdtempSync(join(base, `forum-run-${over.pid}-`))
  const server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'server/main.ts'], {
    env: { TMPDIR: folder },
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => server.on('exit', resolve))
  await expect.poll(() => endLeftovers(base).map(({ pid }) => pid), { timeout: 20_000 }).toContain(server.pid)
  await ended
  expect(existsSync(folder)).toBe(false)
})

test('a run that tests a project is found while it goes on', async () => {
  const processes = createProcesses()
  expect(findRun('/home/me/forum')).toBeUndefined()
  claimProject(processes, '/home/me/forum')
  expect(findRun('/home/me/forum')).toBe(process.pid)
  expect(findRun('/home/me/other')).toBeUndefined()
  await processes.end()
  expect(findRun('/home/me/forum')).toBeUndefined()
})
