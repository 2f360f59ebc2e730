import { clientRowIdHeader } from '#contract/row.ts'

/** What happens to a call on its way. */
export type Mishap =
  | 'none'
  /** Lost before the server heard of it. */
  | 'drop-before'
  /** Done, and the answer lost. */
  | 'drop-after'
  | 'busy'
  | 'too-many'
  | 'html'
  | 'html-after'
  /** Answered, by something that knows nothing of keys. */
  | 'no-echo'
  | 'in-progress'
  | 'unauthorised'
  | 'error'

/** A row that a call made. */
export interface Effect {
  key: string
  path: string
  body: Readonly<Record<string, unknown>>
  token: string | null
}

/** A row as its owner's list has it. */
export type ModelRow = Readonly<Record<string, unknown>> & {
  id: string
  version: number
  client_row_id: string | null
}

/**
 * The server's side of keyed calls: the effect once for a key, the same answer again, another body refused; and once for
 * the id that a device gave a new row.
 */
export interface ModelServer {
  effects: Effect[]
  /** What the effects made, in its order. */
  rows: () => ModelRow[]
  fetch: typeof fetch
  /** Further rules: an answer in place of the effect. */
  refuse: (
    rule: (effect: Effect) => { status: number; key: string; data?: unknown; fields?: unknown[] } | undefined,
  ) => void
  /** Calls that send something. */
  calls: () => number
}

/** @param nextMishap what happens to the next call */
export function startModelServer(nextMishap: () => Mishap): ModelServer {
  const effects: Effect[] = []
  const rows = new Map<string, ModelRow>()
  const answers = new Map<string, { body: string; answer: () => Response }>()
  let rule: Parameters<ModelServer['refuse']>[0] | undefined
  let calls = 0

  const handle = (path: string, init: RequestInit): Response => {
    const headers = new Headers(init.headers)
    if (init.body instanceof FormData)
      return json(200, { code: 200, msg: 'ok', data: { no: `file-${effects.length}-${calls}` } }, {})
    const key = headers.get('idempotency-key') ?? ''
    const text = typeof init.body === 'string' ? init.body : ''
    const known = answers.get(key)
    if (known && known.body !== text) return refusal(422, 'idempotency.other_body', key)
    if (known) return known.answer()
    const body = JSON.parse(text) as Record<string, unknown>
    const effect = { key, path, body, token: headers.get('authorization') }
    const refused = rule?.(effect)
    const clientId = headers.get(clientRowIdHeader)
    const made = [...rows.values()].find((row) => clientId !== null && row.client_row_id === clientId)
    const row = made ?? {
      ...rows.get(String(body['id'])),
      ...body,
      id: typeof body['id'] === 'string' ? body['id'] : `row-${key}`,
      version: Number(body['version'] ?? 0) + 1,
      client_row_id: rows.get(String(body['id']))?.client_row_id ?? clientId,
    }
    const answer = () =>
      refused
        ? refusal(refused.status, refused.key, key, refused)
        : json(
            200,
            { code: 200, msg: 'ok', data: { id: row.id, version: row.version } },
            { 'idempotency-key': key },
          )
    if (!refused && !made) {
      effects.push(effect)
      rows.set(row.id, row)
    }
    answers.set(key, { body: text, answer })
    return answer()
  }

  const meet = (mishap: Mishap, path: string, init: RequestInit): Response => {
    const key = new Headers(init.headers).get('idempotency-key') ?? ''
    switch (mishap) {
      case 'drop-before':
        throw new TypeError('network')
      case 'drop-after':
        handle(path, init)
        throw new TypeError('network')
      case 'html-after':
        handle(path, init)
        return html()
      case 'html':
        return html()
      case 'no-echo':
        return json(200, { code: 200, msg: 'ok', data: {} }, {})
      case 'busy':
        return refusal(503, 'server.busy', key, { headers: { 'retry-after': '2' } })
      case 'too-many':
        return refusal(429, 'rate.limited', key, { headers: { 'retry-after': '7' } })
      case 'in-progress':
        return refusal(409, 'idempotency.in_progress', key, { headers: { 'retry-after': '2' } })
      case 'unauthorised':
        return refusal(401, 'sign_in.required', key)
      case 'error':
        return refusal(500, 'server.error', key)
      default:
        return handle(path, init)
    }
  }
  return {
    effects,
    rows: () => [...rows.values()],
    calls: () => calls,
    refuse: (next) => (rule = next),
    fetch: async (input, init = {}) => {
      await Promise.resolve()
      if (init.method === 'GET') return tellWhose(new Headers(init.headers).get('authorization'))
      calls += 1
      return meet(nextMishap(), new URL(input instanceof Request ? input.url : input).pathname, init)
    },
  }
}

/** Whose a token is: `token-anna` is Anna's. */
function tellWhose(token: string | null): Response {
  const [, id] = /^token-(\w+)$/.exec(token ?? '') ?? []
  return id === undefined
    ? refusal(401, 'sign_in.required', '')
    : json(200, { status: 'ok', data: { id, name: id, role: 'participant' } }, {})
}

const json = (status: number, body: unknown, headers: Record<string, string>) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })

const html = () => new Response('<!doctype html><h1>Hotel</h1>', { headers: { 'content-type': 'text/html' } })

const refusal = (
  status: number,
  errorKey: string,
  key: string,
  {
    data = null,
    fields = [],
    headers = {},
  }: { data?: unknown; fields?: unknown[]; headers?: Record<string, string> } = {},
) =>
  json(
    status,
    { code: status, msg: errorKey, data, error: { key: errorKey, fields }, requestId: 'r' },
    { 'idempotency-key': key, ...headers },
  )
