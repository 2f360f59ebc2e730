import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  openSecrets,
  InvalidSecretsFileError,
  createSecrets,
  UnsealError,
  type SecretKeys,
} from './secrets.ts'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forum-keys-'))
  file = join(folder, 'inside', 'secrets.json')
})

afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the file of keys', () => {
  test('is made at the first start, for the server’s user only, and used from then on', async () => {
    const sealed = (await openSecrets(file)).seal('E12345678', 'here')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await openSecrets(file)).unseal(sealed, 'here')).toBe('E12345678')
    expect(await readdir(join(folder, 'inside'))).toEqual(['secrets.json'])
  })

  test('is one, however many processes start together', async () => {
    const script = `import { openSecrets } from ${JSON.stringify(new URL('./secrets.ts', import.meta.url).href)}
      process.stdout.write((await openSecrets(process.argv[1])).hmac('test', 'text'))`
    const starts = Array.from({ length: 6 }, () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script, file])
      return text(child.stdout)
    })
    const hmacs = await Promise.all(starts)
    expect(new Set(hmacs).size).toBe(1)
    expect(hmacs[0]).toHaveLength(43)
  })

  test.each(['', 'null', '{}', '{"hmac":"c2hvcnQ=","sealBy":"1","seal":{}}', '[]'])(
    'that holds %j hinders the start with one line, and is not written over',
    async (content) => {
      const path = join(folder, 'secrets.json')
      await writeFile(path, content)
      await expect(openSecrets(path)).rejects.toThrow(InvalidSecretsFileError)
      expect(await readFile(path, 'utf8')).toBe(content)
    },
  )
})

describe('sealed texts', () => {
  const keys: SecretKeys = { hmac: key(1), sealBy: 'a', seal: { a: key(2) } }
  const secrets = createSecrets(keys)

  test('differ each time and hold nothing of the text', () => {
    const [one, two] = [secrets.seal('护照 E12345678', 'x'), secrets.seal('护照 E12345678', 'x')]
    expect(one).not.toBe(two)
    expect(Buffer.from(one.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain('E1234')
  })

  test('cannot be opened elsewhere, changed, cut short, or by other keys', () => {
    const sealed = secrets.seal('E12345678', 'row 1')
    const last = sealed.at(-10) === 'A' ? 'B' : 'A'
    const changed = `${sealed.slice(0, -10)}${last}${sealed.slice(-9)}`
    const others = createSecrets({ ...keys, seal: { a: key(3) } })
    expect(() => secrets.unseal(sealed, 'row 2')).toThrow(UnsealError)
    expect(() => secrets.unseal(changed, 'row 1')).toThrow(UnsealError)
    expect(() => secrets.unseal(sealed.slice(0, 20), 'row 1')).toThrow(UnsealError)
    expect(() => secrets.unseal('a.', 'row 1')).toThrow(UnsealError)
    expect(() => secrets.unseal(`b${sealed.slice(1)}`, 'row 1')).toThrow(UnsealError)
    expect(() => others.unseal(sealed, 'row 1')).toThrow(UnsealError)
    expect(secrets.unseal(sealed, 'row 1')).toBe('E12345678')
  })

  test('are opened by an older key after a newer one seals', () => {
    const sealed = secrets.seal('E12345678', 'x')
    const renewed = createSecrets({ ...keys, sealBy: 'b', seal: { a: key(2), b: key(4) } })
    expect(renewed.unseal(sealed, 'x')).toBe('E12345678')
    expect(renewed.seal('E12345678', 'x')).toMatch(/^b\./)
  })

  test('have HMACs of their own for each purpose, which no new sealing key changes', () => {
    const renewed = createSecrets({ ...keys, sealBy: 'b', seal: { a: key(2), b: key(4) } })
    expect(secrets.hmac('code', '1')).toBe(renewed.hmac('code', '1'))
    expect(secrets.hmac('code', '1')).not.toBe(secrets.hmac('mobile', '1'))
  })
})

function key(byte: number): string {
  return Buffer.alloc(32, byte).toString('base64')
}
