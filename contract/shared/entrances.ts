/** The screens that the public pages link to, apart from the others: a visitor loads no more of them. */
export const entrances = { login: '/login', register: '/register', dashboard: '/dashboard' } as const
