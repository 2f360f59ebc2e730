/** What a media file plays; a file of the kind `video` may also have sound. */
export type MediaKind = 'audio' | 'video'

/** A media file, by its file extension. */
export interface Media {
  extension: MediaExtension
  kind: MediaKind
  /** Media type, for the browser's `canPlayType` and the server's `Content-Type`. */
  mediaType: string
}

/**
 * The extensions by which the forum recognises media files, with kind and media type. Browsers cannot play many of these
 * formats; the app offers those as downloads or links. Formats without a registered media type have the type that web
 * servers commonly send.
 */
export const mediaExtensions = {
  avi: ['video', 'video/x-msvideo'],
  wmv: ['video', 'video/x-ms-wmv'],
  mpg: ['video', 'video/mpeg'],
  mpeg: ['video', 'video/mpeg'],
  mov: ['video', 'video/quicktime'],
  rm: ['video', 'application/vnd.rn-realmedia'],
  ram: ['audio', 'audio/vnd.rn-realaudio'],
  swf: ['video', 'application/vnd.adobe.flash.movie'],
  flv: ['video', 'video/x-flv'],
  mp4: ['video', 'video/mp4'],
  mp3: ['audio', 'audio/mpeg'],
  wma: ['audio', 'audio/x-ms-wma'],
  rmvb: ['video', 'application/vnd.rn-realmedia-vbr'],
  mkv: ['video', 'video/x-matroska'],
  m4v: ['video', 'video/x-m4v'],
} as const satisfies Record<string, readonly [MediaKind, string]>

export type MediaExtension = keyof typeof mediaExtensions

/**
 * Parses an absolute or relative URL of a media file by the extension in its path. Ignores case, query and fragment.
 * @returns undefined for URLs without one of the extensions, for example of webm, m3u8 and web pages
 */
export function parseMediaUrl(url: string): Media | undefined {
  // `https://host/a/b.mp4?x=1` → `https://host/a/b.mp4` → `b.mp4`. The host is removed first: `host.mp4` is no file.
  const path = url.trim().replace(/[?#].*$/s, '')
  const file = path.replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/]*/i, '').replace(/^.*\//s, '')
  const extension = /\.([a-z\d]+)$/i.exec(file)?.[1]?.toLowerCase()
  return isMediaExtension(extension) ? createMedia(extension) : undefined
}

/** Parses a file name, in which `?` and `#` have no special meaning, by its extension. */
export function parseMediaFileName(name: string): Media | undefined {
  return parseMediaUrl(encodeURIComponent(name.toWellFormed()))
}

function isMediaExtension(extension: string | undefined): extension is MediaExtension {
  return extension !== undefined && Object.hasOwn(mediaExtensions, extension)
}

function createMedia(extension: MediaExtension): Media {
  const [kind, mediaType] = mediaExtensions[extension]
  return { extension, kind, mediaType }
}
