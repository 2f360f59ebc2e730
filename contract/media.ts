/** Whether something is heard only, or seen too. */
export type MediaKind = 'audio' | 'video'

/** A media file, by its file extension. */
export interface Media {
  extension: MediaExtension
  kind: MediaKind
  /** Media type, for the browser's `canPlayType` and the server's `Content-Type`. */
  mediaType: string
}

/**
 * The fifteen extensions by which the forum recognises media. To be recognised is not to be playable
 *: many are of formats that no browser plays any more. Those without a registered media type have the one that
 * servers send.
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
 * Recognises an address, whole or from a path on, as that of a media file by its extension: in any case, whatever query
 * or fragment follows. A host is no file, whatever it ends in.
 * @returns undefined for everything else, webm, ogg, m3u8 and pages among it
 */
export function parseMediaUrl(address: string): Media | undefined {
  const path = address.trim().replace(/[?#].*$/s, '')
  const file = path.replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/]*/i, '').replace(/^.*\//s, '')
  const extension = /\.([a-z\d]+)$/i.exec(file)?.[1]?.toLowerCase()
  return isMediaExtension(extension) ? mediaOf(extension) : undefined
}

/** The same of a file's name, in which `?` and `#` are letters like others. */
export function parseMediaFileName(name: string): Media | undefined {
  return parseMediaUrl(encodeURIComponent(name.toWellFormed()))
}

function isMediaExtension(extension: string | undefined): extension is MediaExtension {
  return extension !== undefined && Object.hasOwn(mediaExtensions, extension)
}

function mediaOf(extension: MediaExtension): Media {
  const [kind, mediaType] = mediaExtensions[extension]
  return { extension, kind, mediaType }
}
