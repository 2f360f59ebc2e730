import { fileKinds, findFileKind, type FileKind, type FileRules } from '#contract/file-kinds.ts'
import { createHttpError, type HttpError } from '#server/errors.ts'

/** The kind that a name claims, when the rules take it. @throws Refusal */
export function acceptedKind(name: string, rules: FileRules): FileKind {
  const kind = findFileKind(name)
  if (!kind || !rules.kinds.includes(kind)) throw refuseKind(rules)
  return kind
}

function refuseKind({ kinds }: FileRules): HttpError {
  return createHttpError('upload.type', {
    params: { kinds: kinds.flatMap((kind) => fileKinds[kind].extensions).join(', ') },
  })
}
