import { createFileRoute } from '@tanstack/react-router'
import { InstallScreen } from '#features/visit/install'

/** The page behind the QR code. */
export const Route = createFileRoute('/_main/install')({
  staticData: { carriesData: true },
  component: InstallScreen,
})
