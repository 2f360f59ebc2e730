/** Kinds of files that users may upload, with file extensions and the media type under which they are served. */
export const fileKinds = {
  jpg: { extensions: ['jpg', 'jpeg'], mediaType: 'image/jpeg' },
  png: { extensions: ['png'], mediaType: 'image/png' },
  webp: { extensions: ['webp'], mediaType: 'image/webp' },
  pdf: { extensions: ['pdf'], mediaType: 'application/pdf' },
  docx: {
    extensions: ['docx'],
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  pptx: {
    extensions: ['pptx'],
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  },
  csv: { extensions: ['csv', 'txt', 'tsv'], mediaType: 'text/csv' },
  xlsx: {
    extensions: ['xlsx'],
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  mp4: { extensions: ['mp4', 'm4v'], mediaType: 'video/mp4' },
  mov: { extensions: ['mov'], mediaType: 'video/quicktime' },
  mp3: { extensions: ['mp3'], mediaType: 'audio/mpeg' },
} as const satisfies Record<string, { extensions: readonly string[]; mediaType: string }>

export type FileKind = keyof typeof fileKinds

/** Files that a field accepts. A field without such rules accepts no upload. */
export interface FileRules {
  kinds: readonly FileKind[]
  maxBytes: number
  /** Maximum number of pixels, width times height, of an image. */
  maxPixels?: number
  /** Minimum length of the shorter side of an image, in pixels. Clients read it by this name in the metadata. */
  leastSide?: number
}

const megabyte = 1024 * 1024
const megapixel = 1_000_000

/** A picture: jpg, png or webp to 5 MB and 25 megapixels. */
export const photoRules = {
  kinds: ['jpg', 'png', 'webp'],
  maxBytes: 5 * megabyte,
  maxPixels: 25 * megapixel,
} as const satisfies FileRules

/** A person's photo: a picture that prints sharply on a badge. */
export const idPhotoRules = { ...photoRules, leastSide: 300 } as const satisfies FileRules

/** A person's resume: pdf or docx to 10 MB. */
export const resumeRules = { kinds: ['pdf', 'docx'], maxBytes: 10 * megabyte } as const satisfies FileRules

/** Slides: pdf or pptx to 100 MB. */
export const presentationRules = {
  kinds: ['pdf', 'pptx'],
  maxBytes: 100 * megabyte,
} as const satisfies FileRules

/**
 * A recording to 1 GB: an hour of video at 2 Mbit/s, in the formats that phones record and play. Other formats of
 * contract/media.ts can only be linked to.
 */
export const mediaRules = {
  kinds: ['mp4', 'mov', 'mp3'],
  maxBytes: 1024 * megabyte,
} as const satisfies FileRules

/** A table to be imported: csv or xlsx to 50 MB. A table of 50,000 rows and twelve columns takes a tenth of that. */
export const importRules = { kinds: ['csv', 'xlsx'], maxBytes: 50 * megabyte } as const satisfies FileRules

/** Finds the kind by the file extension; undefined for extensions that users may not upload. */
export function findFileKind(name: string): FileKind | undefined {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  const kinds = Object.entries(fileKinds) as [FileKind, { extensions: readonly string[] }][]
  return kinds.find(([, { extensions }]) => extension !== undefined && extensions.includes(extension))?.[0]
}
