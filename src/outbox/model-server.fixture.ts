import { clientRowIdHeader } from '#contract/row.ts'

/** What happens to a call on its way. */
export type Mishap =
  | 'none'
  /** Lost before it reached the server. */
  | 'drop-before'
  /** Handled, and the response lost. */
  | 'drop-after'
  | 'busy'
  | 'too-many'
  | 'html'
  | 'html-after'
  /** A response of a proxy that does not know idempotency keys. */
  | 'no-echo'
  | 'in-progress'
  | 'unauthorised'
  | 'error'

/** A write that a call caused. */
export interface Effect {
  key: string
  path: string
  body: Readonly<Record<string, unknown>>
  token: string | null
}

/** A row as in its owner's list. */
export type ModelRow = Readonly<Record<string, unknown>> & {
  id: string
  version: number
  client_row_id: string | null
}

/**
 * The server’s side of calls with idempotency keys: one effect and one response for a key, an error for another body
 * under it, and one row for a client row id.
 */
export interface ModelServer {
  effects: Effect[]
  /** The rows of all effects, in their order. */
  rows: () => ModelRow[]
  fetch: typeof fetch
  /** Sets a rule that returns an error response in place of the effect. */
  refuse: (
    rule: (effect: Effect) => { status: number; key: string; data?: unknown; fields?: unknown[] } | undefined,
  ) => void
  /** Counts the calls that write. */
  calls: () => number
}

/** @param nextMishap what happens to the next call */
export function startModelServer(nextMishap: () => Mishap): ModelServer {
  const effects: Effect[] = []
  const rows = new Map<string, ModelRow>()
  const responses = new Map<string, { body: string; answer: () => Response }>()
  let rule: Parameters<ModelServer['refuse']>[0] | undefined
  let calls = 0

  const handle = (path: string, init: RequestInit): Response => {
    const headers = new Headers(init.headers)
    if (init.body instanceof FormData)
      return json(200, { code: 200, msg: 'ok', data: { no: `file-${effects.length}-${calls}` } }, {})
    const key = headers.get('idempotency-key') ?? ''
    const text = typeof init.body === 'string' ? init.body : ''
    const previous = responses.get(key)
    if (previous && previous.body !== text) return errorResponse(422, 'idempotency.other_body', key)
    if (previous) return previous.answer()
    const body = JSON.parse(text) as Record<string, unknown>
    const effect = { key, path, body, token: headers.get('authorization') }
    const rejection = rule?.(effect)
    const clientRowId = headers.get(clientRowIdHeader)
    const existing = [...rows.values()].find(
      (row) => clientRowId !== null && row.client_row_id === clientRowId,
    )
    const row = existing ?? {
      ...rows.get(String(body['id'])),
      ...body,
      id: typeof body['id'] === 'string' ? body['id'] : `row-${key}`,
      version: Number(body['version'] ?? 0) + 1,
      client_row_id: rows.get(String(body['id']))?.client_row_id ?? clientRowId,
    }
    const respond = () =>
      rejection
        ? errorResponse(rejection.status, rejection.key, key, rejection)
        : json(
            200,
            { code: 200, msg: 'ok', data: { id: row.id, version: row.version } },
            { 'idempotency-key': key },
          )
    if (!rejection && !existing) {
      effects.push(effect)
      rows.set(row.id, row)
    }
    responses.set(key, { body: text, answer: respond })
    return respond()
  }

  const applyMishap = (mishap: Mishap, path: string, init: RequestInit): Response => {
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
        return errorResponse(503, 'server.busy', key, { headers: { 'retry-after': '2' } })
      case 'too-many':
        return errorResponse(429, 'rate.limited', key, { headers: { 'retry-after': '7' } })
      case 'in-progress':
        return errorResponse(409, 'idempotency.in_progress', key, { headers: { 'retry-after': '2' } })
      case 'unauthorised':
        return errorResponse(401, 'sign_in.required', key)
      case 'error':
        return errorResponse(500, 'server.error', key)
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
      if (init.method === 'GET') return answerCurrentUser(new Headers(init.headers).get('authorization'))
      calls += 1
      return applyMishap(nextMishap(), new URL(input instanceof Request ? input.url : input).pathname, init)
    },
  }
}

/** Responds with the user of a token: `token-anna` is Anna's. */
function answerCurrentUser(token: string | null): Response {
  const [, id] = /^token-(\w+)$/.exec(token ?? '') ?? []
  return id === undefined
    ? errorResponse(401, 'sign_in.required', '')
    : json(200, { status: 'ok', data: { id, name: id, role: 'participant' } }, {})
}

const json = (status: number, body: unknown, headers: Record<string, string>) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  })

const html = () => new Response('<!doctype html><h1>Hotel</h1>', { headers: { 'content-type': 'text/html' } })

const errorResponse = (
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
