/**
 * Responses that the server wrote into the page, so that the first screen needs no second round trip.
 * They are in a JSON script element `page-data`: `{"/api/front/query/sessions/all?size=0": data}`.
 */
export interface PageData {
  /**
   * Takes the response for a path and query; undefined when the page has none. Each is returned once, so that later
   * requests get fresh data.
   */
  take: (pathAndQuery: string) => { data: unknown } | undefined
  /** Replaces all responses. Only the prerender calls it, because one process of the server renders many pages. */
  replace: (responses: Readonly<Record<string, unknown>>) => void
}

/** Creates the page data. @param text the element's text; anything else than a JSON object counts as no data */
export function createPageData(text: string | null | undefined): PageData {
  let responses = new Map(Object.entries(parseResponses(text)))
  return {
    take(pathAndQuery) {
      if (!responses.has(pathAndQuery)) return undefined
      const data = responses.get(pathAndQuery)
      responses.delete(pathAndQuery)
      return { data }
    },
    replace(newResponses) {
      responses = new Map(Object.entries(newResponses))
    },
  }
}

function parseResponses(text: string | null | undefined): Record<string, unknown> {
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** The page data of this page; empty where the server wrote none. */
export const pageData = createPageData(globalThis.document?.getElementById('page-data')?.textContent)
