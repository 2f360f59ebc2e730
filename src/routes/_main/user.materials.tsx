import { createFileRoute } from '@tanstack/react-router'
import { guardWith } from '#app/before-load.ts'
import { requireSignIn } from '#features/participant/accounts'
import { participantRowsQuery } from '#features/participant/participant-rows'
import { SpeechMaterialsScreen } from '#features/participant/speech-materials'

export const Route = createFileRoute('/_main/user/materials')({
  beforeLoad: guardWith(requireSignIn),
  loader: ({ context }) => void context.queryClient.prefetchQuery(participantRowsQuery('speech_materials')),
  component: SpeechMaterialsScreen,
})
