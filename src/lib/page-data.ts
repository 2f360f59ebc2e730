/**
 * Responses that the server wrote into the page, so that the first screen needs no second round trip.
 * A JSON script element `page-data`: `{"/api/front/query/sessions/all?size=0": data}`.
 */
export interface PageData {
  /** Takes the response for a path and query. Each is returned once, so that later requests get fresh data. */
  take: (pathAndQuery: string) => { data: unknown } | undefined
  /** Replaces all responses: on the server one process prerenders many pages. */
  replace: (answers: Readonly<Record<string, unknown>>) => void
}

/** @param text the JSON text of the element; anything else counts as no data */
export function createPageData(text: string | null | undefined): PageData {
  let answers = new Map(Object.entries(parseAnswers(text)))
  return {
    take(pathAndQuery) {
      if (!answers.has(pathAndQuery)) return undefined
      const data = answers.get(pathAndQuery)
      answers.delete(pathAndQuery)
      return { data }
    },
    replace(next) {
      answers = new Map(Object.entries(next))
    },
  }
}

function parseAnswers(text: string | null | undefined): Record<string, unknown> {
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

export const pageData = createPageData(globalThis.document?.getElementById('page-data')?.textContent)
