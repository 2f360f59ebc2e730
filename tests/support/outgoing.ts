import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A text message in the folder of outgoing messages. */
export interface SentText {
  to: string
  purpose: string
  code: string | null
  text: string
  at: string
}

/** Lists the text messages in the folder. */
export async function readTexts(dataDir: string): Promise<SentText[]> {
  const files = await readOutgoing(dataDir, 'sms', '.json')
  return files.map((file) => JSON.parse(file) as SentText)
}

/** Lists the mails in the folder, as they would be sent. */
export function readMails(dataDir: string): Promise<string[]> {
  return readOutgoing(dataDir, 'mail', '.eml')
}

/** Waits for a new code to a number, after the known ones. */
export async function nextCode(
  dataDir: string,
  mobile: string,
  known: readonly string[] = [],
): Promise<string> {
  const find = async (): Promise<string | undefined> =>
    (await readTexts(dataDir))
      .filter(({ to, code }) => to === mobile && code !== null && !known.includes(code))
      .map(({ code }) => code ?? '')[0]
  return until(find, `a code for ${mobile}`)
}

/** Waits for a result. @throws Error after the time limit */
export async function until<Found>(
  look: () => Promise<Found | undefined | false>,
  what: string,
  patienceMs = 20_000,
): Promise<Found> {
  const deadlineMs = Date.now() + patienceMs
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false) return found
    if (Date.now() > deadlineMs) throw new Error(`There was not: ${what}`)
    await sleep(10)
  }
}

/** Ignores files that disappear while the folder is read. */
async function readOutgoing(dataDir: string, channel: string, extension: string): Promise<string[]> {
  const folder = join(dataDir, 'outgoing', channel)
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith(extension)).toSorted()
  const texts = await Promise.all(
    files.map((name) => readFile(join(folder, name), 'utf8').catch(() => undefined)),
  )
  return texts.filter((text) => text !== undefined)
}
