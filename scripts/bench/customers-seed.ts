import type pg from 'pg'

const first =
  'Maricel Liza Ana Jocelyn Rosario Teresa Grace Divina Carmela Ligaya Amihan Tala Hiroshi Yumi Kenji Sakura'
const middle = 'Santos Garcia Torres Ramos Aquino Navarro Salazar Mercado Pascual Castillo Villanueva Domingo'
const last =
  'Reyes Dela-Cruz Bautista Tanaka Sato Watanabe Manalo Macaraeg Dimaculangan Pangilinan Batungbakal Katigbak'

/** Inserts customers. Their first and middle names are common; each last name begins with a unique word. */
export async function addCustomers(client: Pick<pg.ClientBase, 'query'>, customers: number) {
  await client.query(
    `insert into customer (first_name, middle_name, last_name, contact_no, email, address, customer_type_id)
      select
        f[1 + n % cardinality(f)],
        case when n % 3 > 0 then m[1 + n / 7 % cardinality(m)] end,
        initcap(translate(lpad(n::text, 6, '0'), '0123456789', 'bdfgklmnpr')) || ' ' || l[1 + n / 11 % cardinality(l)],
        '+63 9' || lpad((n * 7919::bigint % 1000000000)::text, 9, '0'),
        'customer' || n || '@mail.example',
        n || ' ' || m[1 + n % cardinality(m)] || ' Street, Cebu',
        1 + n % 3
      from generate_series(1, $1::int) as n,
        (select string_to_array($2, ' ') as f, string_to_array($3, ' ') as m, string_to_array($4, ' ') as l) as names
      order by n`,
    [customers, first, middle, last],
  )
}
