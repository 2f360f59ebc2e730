import type { Database } from '../../server/db/client.ts'
import { nextCode, readTexts, until } from './outgoing.ts'
import type { TestServer } from './server.ts'

/** An answer of the API. */
export interface Answer {
  status: number
  body: { code: number; data: { token: string } | null; error?: { key: string; fields: object[] } }
}

/** A server with its clock, its messages, and numbers that no other test uses. */
export class Phones {
  server!: TestServer
  db!: Database
  dataDir!: string
  nowMs: number
  #numbers = 0

  constructor(start: Date) {
    this.nowMs = start.getTime()
  }

  nextMobile(): string {
    this.#numbers += 1
    return `+86138${String(10_000_000 + this.#numbers)}`
  }

  async ask(path: string, body: object): Promise<Answer> {
    const answer = await this.server.post(path, body)
    return { status: answer.status, body: (await answer.json()) as Answer['body'] }
  }

  send(mobile: string, more: object = {}): Promise<Answer> {
    return this.ask('/module/sms/sendCode', { mobile, check: false, ...more })
  }

  signIn(mobile: string, captcha: string, path = '/front/sms/login'): Promise<Answer> {
    return this.ask(path, { mobile, captcha })
  }

  /** A fresh code. */
  async code(mobile: string, known: readonly string[] = []): Promise<string> {
    const { status } = await this.send(mobile)
    if (status !== 200) throw new Error(`a code was refused with ${status}`)
    return nextCode(this.dataDir, mobile, known)
  }

  /** How many texts to a number lie in the folder. */
  async textsTo(mobile: string): Promise<number> {
    return (await readTexts(this.dataDir)).filter(({ to }) => to === mobile).length
  }

  /** Waits until nothing is on its way, so that the clock may jump: a text that is too late then does not count. */
  async allSent(): Promise<void> {
    const waiting = () =>
      this.db.kysely.selectFrom('message_queue').select('message_id').where('parked_at', 'is', null).execute()
    await until(async () => (await waiting()).length === 0, 'the end of what is sent')
  }

  /** How many texts were entrusted, in all. */
  async sends(): Promise<number> {
    return (await this.db.kysely.selectFrom('sms_sends').select('id').execute()).length
  }
}
