import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { paths } from '../../contract/calls.ts'
import { application } from './meeting-forum.ts'

/** A row that a server said was written. */
export interface Acknowledged {
  id: string
  name: string
  /** The room and day that it was said to have. */
  assigned: boolean
}

/** Pause before a call that was not answered is made again, in milliseconds. */
const retryMs = 20
const days = ['2023-09-05', '2023-09-06', '2023-09-07']
/** Spans that overlap or touch each other. */
const spans = [
  ['08:00', '10:00'],
  ['09:00', '11:00'],
  ['10:00', '12:00'],
  ['12:00', '14:30'],
] as const

/**
 * People who apply for side meetings, and an organiser's hand that assigns rooms, each call under a key of its own and
 * again under the same key until it is answered: as the outbox does it.
 */
export class KeyedWriters {
  readonly acknowledged: Acknowledged[] = []
  /** Called at once when a server says that something is written. */
  onAcknowledged: (url: string) => void = () => {}
  readonly #organiser: string
  #isOver = false
  #running: Promise<unknown> = Promise.resolve()

  /** @param organiser token of one */
  constructor(organiser: string) {
    this.#organiser = organiser
  }

  /** Lets each person write to one of the servers, over and over. */
  start(urls: readonly string[], tokens: readonly string[]): void {
    this.#running = Promise.all(
      tokens.map(async (token, index) => {
        for (let turn = 0; !this.#isOver; turn += 1)
          await this.#writeOne(
            urls[index % urls.length] ?? '',
            token,
            `writer ${index} turn ${turn}`,
            index + turn,
          )
      }),
    )
  }

  /** Every writer comes to the end of what it is doing. */
  async finish(): Promise<void> {
    this.#isOver = true
    await this.#running
  }

  async #writeOne(url: string, token: string, name: string, turn: number): Promise<void> {
    const written = await callUntilAnswered(url, paths.post('side_meetings'), { ...application, name }, token)
    const { id } = written.data as { id: string }
    const entry = { id, name, assigned: false }
    this.acknowledged.push(entry)
    this.onAcknowledged(url)
    const [from, to] = spans[turn % spans.length] ?? spans[0]
    const assignment = {
      id,
      assigned_room: turn % 2 === 0 ? 'mr-301' : 'mr-302',
      assigned_date: days[turn % days.length],
      assigned_start_time_at: from,
      assigned_end_time_at: to,
    }
    const path = paths.action('side_meetings', 'assign')
    const { code } = await callUntilAnswered(url, path, assignment, this.#organiser, [422])
    entry.assigned = code === 200
  }
}

/** Calls again under the same key while there is no answer, or one that says to come back. */
async function callUntilAnswered(
  url: string,
  path: string,
  body: object,
  token: string,
  refusals: readonly number[] = [],
): Promise<{ code: number; data: unknown }> {
  const key = randomUUID()
  for (;;) {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    }).then(
      async (response) => (await response.json()) as { code: number; data: unknown; error?: { key: string } },
      () => undefined,
    )
    if (answer && (answer.code === 200 || refusals.includes(answer.code))) return answer
    if (answer && answer.code < 500 && answer.error?.key !== 'idempotency.in_progress')
      throw new Error(`${path} was refused: ${JSON.stringify(answer)}`)
    await sleep(retryMs)
  }
}
