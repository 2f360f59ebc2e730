import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Histogram, Registry, Gauge } from 'prom-client'
import { outgoingMessages } from '#contract/modules/outgoing-messages.ts'
import { toInstant } from '#contract/time.ts'
import { createHttpError } from '#server/errors.ts'
import type { Database } from '#server/db/client.ts'
import { findClockDoubt } from '#server/db/deletion-clock.ts'
import { moduleTables } from '#server/db/module-tables.ts'

const path = '/metrics'

/** Histogram buckets in seconds, around the 300 ms limit of the benchmarks. */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 10]

/** Adds gauges to a registry. Their values are read at each scrape. */
type AddGauges = (registry: Registry) => void

/**
 * Registers `GET /metrics` in Prometheus' text format, for callers with the operator's token. Others get `not_found`.
 * Requests are counted by their route, never by a URL that a caller wrote, so the routes limit the number of series.
 * @param token the operator's token; without one nothing is counted
 */
export function registerMetrics(app: FastifyInstance, token: string | undefined, addGauges: AddGauges): void {
  const registry = token === undefined ? undefined : createRequestMetrics(app, addGauges)
  app.get(
    path,
    {
      config: { permission: { kind: 'public' } },
      schema: { tags: ['operations'], summary: 'Figures for Prometheus, with the operator’s token' },
    },
    async (request, reply) => {
      if (!registry || !isOperatorToken(request.headers.authorization, token))
        throw createHttpError('not_found')
      return reply.type(registry.contentType).send(await registry.metrics())
    },
  )
}

/** Creates a registry that counts and times every request, with the gauges that `addGauges` adds. */
function createRequestMetrics(app: FastifyInstance, addGauges: AddGauges): Registry {
  const registry = new Registry()
  const registries = [registry]
  collectDefaultMetrics({ register: registry })
  addGauges(registry)
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'],
    registers: registries,
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['route'],
    buckets: durationBuckets,
    registers: registries,
  })
  app.addHook('onResponse', (request, reply, done) => {
    // Node's parser accepts a fixed list of methods, and all unknown URLs share one label.
    const route = (request.is404 ? undefined : request.routeOptions.url) ?? 'none'
    requests.inc({ method: request.method, route, status: reply.statusCode })
    durations.observe({ route }, reply.elapsedTime / 1000)
    done()
  })
  return registry
}

/** Compares hashes, so that timing reveals neither content nor length. */
function isOperatorToken(authorization: string | undefined, token: string | undefined): boolean {
  const requestToken = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
  if (requestToken === undefined || token === undefined) return false
  return timingSafeEqual(hash(requestToken), hash(token))
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** The values of a gauge by the value of its label: messages by state, for example. */
type LabelledCounts = Readonly<Record<string, number>>

/**
 * Creates the forum's own gauges: counts without personal data. While the database is down they are absent, and
 * `forum_database_up` is 0.
 * @param droppedLogLines returns the number of log lines since the start that their destination did not take
 */
export function createForumGauges(
  db: Database,
  now: () => Date,
  droppedLogLines: () => number = () => 0,
): AddGauges {
  return (registry) => {
    const registries = [registry]
    const databaseGauge = new Gauge({
      name: 'forum_database_up',
      help: '1 when the database answers',
      registers: registries,
      collect: async () => {
        databaseGauge.set(
          await db.ping().then(
            () => 1,
            () => 0,
          ),
        )
      },
    })
    const doubtGauge = new Gauge({
      name: 'forum_clock_doubted',
      help: '1 when the clock is contradicted: nothing is deleted because of time',
      registers: registries,
      collect: async () => {
        // A database that is down is no doubt about the clock, and has its own gauge.
        const doubt = await findClockDoubt(db, now()).catch(() => undefined)
        doubtGauge.set(doubt ? 1 : 0)
      },
    })
    const droppedCounter = new Counter({
      name: 'forum_log_lines_dropped_total',
      help: 'Log lines that their destination did not take',
      registers: registries,
      collect: () => {
        // A counter can only be incremented, and the log counts the total.
        droppedCounter.reset()
        droppedCounter.inc(droppedLogLines())
      },
    })
    /** Adds a gauge with one series for each value of `label`. */
    const addGauge = (name: string, help: string, label: string, read: () => Promise<LabelledCounts>) =>
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: registries,
        async collect() {
          this.reset()
          // `forum_database_up` reports a database that is down.
          const counts = await read().catch(() => ({}))
          for (const [labelValue, count] of Object.entries<number>(counts))
            this.set({ [label]: labelValue }, count)
        },
      })
    addGauge('forum_messages', 'Messages by state', 'state', () => countMessages(db))
    addGauge('forum_sign_ins', 'Sign-ins that are good, by role', 'role', () => countSignIns(db, now()))
    addGauge('forum_uploads', 'Uploads on their way, stored files and their bytes', 'what', () =>
      countUploads(db),
    )
    addGauge(
      'forum_database_connections',
      'Connections of this process to PostgreSQL',
      'state',
      async () => ({
        ...db.connections(),
      }),
    )
  }
}

async function countMessages({ kysely }: Database): Promise<LabelledCounts> {
  const rows = await moduleTables(kysely)
    .selectFrom(outgoingMessages.name)
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const counts = rows.map((row) => [String(row['state']), row.count] as const)
  // Without zeros a state's series would begin with its first message.
  return { waiting: 0, parked: 0, sent: 0, expired: 0, ...Object.fromEntries(counts) }
}

async function countSignIns({ kysely }: Database, now: Date): Promise<LabelledCounts> {
  const rows = await kysely
    .selectFrom('sign_ins')
    .innerJoin('users', 'users.id', 'sign_ins.user_id')
    .select((eb) => ['users.role', eb.fn.countAll<number>().as('count')])
    .where('sign_ins.expires_at', '>', toInstant(now))
    .groupBy('users.role')
    .execute()
  return Object.fromEntries(rows.map(({ role, count }) => [role, count]))
}

async function countUploads({ kysely }: Database): Promise<LabelledCounts> {
  // An upload without a file number is still incomplete.
  const uploads = await kysely
    .selectFrom('uploads')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('file_no', 'is', null)
    .executeTakeFirstOrThrow()
  const files = await kysely
    .selectFrom('files')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number | null>('size_bytes').as('bytes'),
    ])
    .executeTakeFirstOrThrow()
  return { arriving: uploads.count, files: files.count, bytes: files.bytes ?? 0 }
}
