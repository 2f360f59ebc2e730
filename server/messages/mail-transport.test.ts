import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../../tests/support/mail-server.ts'
import { createMailTransport, findMailSender } from './mail-transport.ts'

const delivery = {
  id: 'm1',
  to: 'li@example.com',
  locale: 'en',
  purpose: 'test',
  code: null,
  subject: 'Hello',
  text: 'Text',
  at: new Date('2023-09-05T01:00:00Z'),
} as const

const publicUrl = 'https://forum.example'

test.each([
  ['smtp://mail?from=Lake%20Forum%20%3Cforum%40example.org%3E', 'Lake Forum', 'forum@example.org'],
  ['smtp://mail?from=%22Lake,%20Forum%22%20<forum@example.org>', 'Lake, Forum', 'forum@example.org'],
  [
    String.raw`smtp://mail?from=%22The%20\%22Lake\%22%22%20<forum@example.org>`,
    'The "Lake"',
    'forum@example.org',
  ],
  ['smtp://mail?from=forum@example.org', '', 'forum@example.org'],
  ['smtp://forum%40example.org:secret@mail', '', 'forum@example.org'],
])('%s names its sender', (mailUrl, name, address) => {
  expect(findMailSender(mailUrl)).toEqual({ name, address })
})

test.each(['smtp://mail', 'smtp://user:secret@mail', 'folder'])('%s names no sender', (mailUrl) => {
  expect(findMailSender(mailUrl)).toBeUndefined()
})

test.each([
  'not-an-address',
  '',
  'a@b c',
  'Name <>',
  'Name <a@b> more',
  'a@b,c@d',
  'Name＜a@b＞',
  'Na\nme <a@b>',
])('from=%j is refused', (from) => {
  expect(() => findMailSender(`smtp://mail?from=${encodeURIComponent(from)}`)).toThrow(TypeError)
})

test.each(['Lake Forum', '湖畔论坛'])(
  'a mail has its sender with the name %s, and an id of its domain',
  async (name) => {
    const smtp = await startMailServer()
    onTestFinished(() => smtp.goDown())
    const sender = encodeURIComponent(`${name} <forum@example.org>`)
    const mailUrl = `smtp://127.0.0.1:${smtp.port}?from=${sender}`
    const driver = createMailTransport({ mailUrl, publicUrl, dataDir: '' })
    await driver.send(delivery, new AbortController().signal)
    driver.close()
    const from = 'forum@example.org'
    expect(smtp.arrived).toMatchObject([{ messageId: '<m1@example.org>', from, fromName: name }])
  },
)

test('the id of a mail is ASCII where the sender’s domain is not', async () => {
  const smtp = await startMailServer()
  onTestFinished(() => smtp.goDown())
  const mailUrl = `smtp://127.0.0.1:${smtp.port}?from=${encodeURIComponent('论坛 <forum@例子.中国>')}`
  const driver = createMailTransport({ mailUrl, publicUrl, dataDir: '' })
  await driver.send(delivery, new AbortController().signal)
  driver.close()
  expect(smtp.arrived).toMatchObject([{ messageId: '<m1@xn--fsqu00a.xn--fiqs8s>', fromName: '论坛' }])
})

test('a mail in the folder comes from the forum’s own host', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'forum-mail-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  await createMailTransport({ mailUrl: 'folder', publicUrl, dataDir }).send(
    delivery,
    new AbortController().signal,
  )
  const folder = join(dataDir, 'outgoing', 'mail')
  const [file = ''] = await readdir(folder)
  const mail = await readFile(join(folder, file), 'utf8')
  expect(mail).toContain('From: no-reply@forum.example')
  expect(mail).toContain('Message-ID: <m1@forum.example>')
})
