import { queryOptions } from '@tanstack/react-query'
import { paths } from '#contract/api.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { maskedValue, type FileValue } from '#contract/row.ts'
import type { RevealBody, RevealData } from '#contract/row-api.ts'
import { api } from '#lib/api.ts'
import { getCurrentOwner } from '#outbox/index.ts'
import type { Row } from '../data/console-api.ts'

/** Longest wait for a picture, in milliseconds. */
const pictureLimitMs = 30_000
/** How long a picture that is not on screen stays in memory, in milliseconds: long enough to look back at it. */
const keptMs = 30_000

/** The first picture of a module's sections: of people it is their face. */
export function pictureField({ views, fields }: ModuleMetadata): string | undefined {
  return views.sections.flatMap((section) => section.fields).find((key) => fields[key]?.type === 'image')
}

/**
 * The picture of a row, in this page's memory and nowhere else. One that is shown masked is asked for with the reason,
 * which the server writes down: so it is asked once, whatever else of the row changes.
 */
export const pictureQuery = (
  metadata: ModuleMetadata,
  row: Row,
  field: string,
  reason: string | undefined,
) => {
  const value = row[field]
  const isMasked = value === maskedValue
  const isThere = value !== null && value !== undefined
  return queryOptions({
    queryKey: [
      'console-picture',
      metadata.name,
      getCurrentOwner(),
      row.id,
      field,
      isMasked ? '' : noOf(value),
    ],
    // Not given up when one goes on: the picture that was ahead is the next one's, and is asked for once.
    queryFn: (): Promise<Blob> =>
      isMasked
        ? revealPicture(metadata.name, { id: row.id, field, reason: reason ?? '' })
        : downloadPicture(noOf(value)),
    enabled: isThere && (!isMasked || reason !== undefined),
    // Whatever is asked anew because rows have changed or the network is back: not this.
    staleTime: 'static',
    gcTime: keptMs,
    retry: false,
    meta: { quiet: true } as const,
  })
}

/** A masked picture that a person has just been shown, as long as it stands there: its token opens it once. */
export const revealedPictureQuery = (no: string, token: string) =>
  queryOptions({
    queryKey: ['console-picture', 'revealed', getCurrentOwner(), no, token],
    queryFn: () => downloadPicture(no, token),
    staleTime: 'static',
    gcTime: 0,
    retry: false,
    meta: { quiet: true } as const,
  })

const noOf = (value: unknown): string => (value as FileValue | null | undefined)?.no ?? ''

async function revealPicture(module: string, body: RevealBody): Promise<Blob> {
  const answer = await api.post(paths.reveal(module), body, { limitMs: pictureLimitMs })
  const { value, token } = answer as RevealData
  return downloadPicture(noOf(value), token)
}

async function downloadPicture(no: string, token?: string): Promise<Blob> {
  const params = token === undefined ? {} : { token }
  return (await api.download(paths.downloadFile(no), params, { limitMs: pictureLimitMs })).blob
}
