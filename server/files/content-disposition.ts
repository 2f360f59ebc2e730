import { encodeExtended } from 'content-disposition'

/**
 * `Content-Disposition` that saves a file under its name. Old clients get an ASCII name, all others the real one
 * (RFC 6266, RFC 8187). `create` of the package gives only one of both to names in ASCII, and `?` to old clients.
 */
export function toAttachmentHeader(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7E]/g, '_').replaceAll(/["\\%/]/g, '_')
  return `attachment; filename="${plain}"; filename*=${encodeExtended(name.toWellFormed())}`
}
