import { queryOptions } from '@tanstack/react-query'
import { paths } from '#contract/api.ts'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { maskedValue, type FileValue } from '#contract/row.ts'
import type { RevealBody, RevealData } from '#contract/row-api.ts'
import { api } from '#platform/api.ts'
import { getCurrentOwner } from '#outbox/index.ts'
import type { Row } from './console-api.ts'

/** Timeout of a picture in milliseconds. */
const pictureLimitMs = 30_000
/** How long an unused picture stays in memory, in milliseconds: long enough for the user to go back. */
const gcTimeMs = 30_000

/**
 * First element of the query keys of pictures. Not `consoleKey`, because a reconnection invalidates those
 * queries, and fetching a masked picture again would log another reveal.
 */
const pictureKey = 'console-picture'

/** Finds the key of the first image field in a module's sections. */
export function findPictureField({ views, fields }: ModuleMetadata): string | undefined {
  return views.sections.flatMap((section) => section.fields).find((key) => fields[key]?.type === 'image')
}

/**
 * Queries the picture of a row; it stays in memory and is never stored. A masked picture is revealed with a
 * reason, which the server logs. It is therefore requested once, even when the row changes.
 * @param field key of the image field
 * @param reason why the user reveals a masked picture; it is not requested while this is undefined
 */
export const pictureQuery = (
  metadata: ModuleMetadata,
  row: Row,
  field: string,
  reason: string | undefined,
) => {
  const value = row[field]
  const isMasked = value === maskedValue
  const hasPicture = value !== null && value !== undefined
  return queryOptions({
    queryKey: [
      pictureKey,
      metadata.name,
      getCurrentOwner(),
      row.id,
      field,
      // The number of a masked picture is unknown. Any other picture is fetched when the row gets a new file.
      isMasked ? '' : getFileNumber(value),
    ],
    // Ignores the abort signal: when the user goes to the next row, its prefetched picture is rendered.
    queryFn: (): Promise<Blob> =>
      isMasked
        ? revealPicture(metadata.name, { id: row.id, field, reason: reason ?? '' })
        : downloadPicture(getFileNumber(value)),
    enabled: hasPicture && (!isMasked || reason !== undefined),
    // Never refetched, not even when rows change or the network returns.
    staleTime: 'static',
    gcTime: gcTimeMs,
    retry: false,
    meta: { quiet: true } as const,
  })
}

/**
 * Queries a masked picture that was just revealed.
 * @param no number of the file
 * @param token from the reveal response; it is valid once
 */
export const revealedPictureQuery = (no: string, token: string) =>
  queryOptions({
    queryKey: [pictureKey, 'revealed', getCurrentOwner(), no, token],
    queryFn: () => downloadPicture(no, token),
    staleTime: 'static',
    gcTime: 0,
    retry: false,
    meta: { quiet: true } as const,
  })

/** Returns the number of the file in an image field; empty when there is none. */
const getFileNumber = (value: unknown): string => (value as FileValue | null | undefined)?.no ?? ''

async function revealPicture(module: string, body: RevealBody): Promise<Blob> {
  const response = await api.post(paths.reveal(module), body, { limitMs: pictureLimitMs })
  const { value, token } = response as RevealData
  return downloadPicture(getFileNumber(value), token)
}

async function downloadPicture(no: string, token?: string): Promise<Blob> {
  const params = token === undefined ? {} : { token }
  return (await api.download(paths.downloadFile(no), params, { limitMs: pictureLimitMs })).blob
}
