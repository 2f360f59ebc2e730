import { createFileRoute } from '@tanstack/react-router'
import { RegisterScreen } from '#features/register'

export const Route = createFileRoute('/_main/register')({ component: RegisterScreen })
