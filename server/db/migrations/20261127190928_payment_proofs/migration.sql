CREATE TABLE "payment_proof" (
	"proof_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_proof_proof_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sales_transaction_id" integer NOT NULL,
	"order_link_id" integer NOT NULL,
	"status" text DEFAULT 'Sent' NOT NULL,
	"language" text NOT NULL,
	"send_key" text,
	"sent_at" timestamp(3) with time zone NOT NULL,
	"amount" numeric(14,2) NOT NULL,
	"day" date NOT NULL,
	"reference" text NOT NULL,
	"pay_account_id" integer,
	"held_until" timestamp(3) with time zone,
	"taken_by_id" integer,
	"taken_until" timestamp(3) with time zone,
	"decided_by_id" integer,
	"decided_at" timestamp(3) with time zone,
	"reject_reason" text,
	"reject_words" text,
	"seen_amount" numeric(14,2),
	"seen_day" date,
	"seen_reference" text,
	"seen_account_id" integer,
	"reference_key" text,
	"override_reason" text,
	"undone_by_id" integer,
	"undone_at" timestamp(3) with time zone,
	"undo_reason" text,
	"files_removed_at" timestamp(3) with time zone,
	CONSTRAINT "payment_proof_status" CHECK ("status" in ('Sent', 'Approved', 'Rejected', 'Withdrawn')),
	CONSTRAINT "payment_proof_amount" CHECK ("amount" > 0.0 and "seen_amount" > 0.0),
	CONSTRAINT "payment_proof_taken" CHECK (("taken_by_id" is null) = ("taken_until" is null)),
	CONSTRAINT "payment_proof_decided" CHECK (("decided_at" is null) = ("status" = 'Sent')),
	CONSTRAINT "payment_proof_seen" CHECK (num_nulls("seen_amount", "seen_day", "seen_reference", "seen_account_id", "reference_key")
        = case "status" when 'Approved' then 0 else 5 end),
	CONSTRAINT "payment_proof_rejected" CHECK (("reject_reason" is not null) = ("status" = 'Rejected')
        and ("reject_words" is not null) = coalesce("reject_reason" = 'own_words', false)),
	CONSTRAINT "payment_proof_undone" CHECK (("undone_at" is null) = ("undo_reason" is null) and ("undone_at" is null or "status" = 'Approved'))
);
--> statement-breakpoint
CREATE TABLE "proof_file" (
	"proof_file_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "proof_file_proof_file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"proof_id" integer NOT NULL,
	"position" integer NOT NULL,
	"file" text,
	"format" text NOT NULL,
	"width" integer,
	"height" integer,
	"content_hash" text NOT NULL,
	"print" bytea,
	CONSTRAINT "proof_file_place" UNIQUE("proof_id","position"),
	CONSTRAINT "proof_file_format" CHECK ("format" in ('JPEG', 'PNG', 'WebP', 'PDF')),
	CONSTRAINT "proof_file_position" CHECK ("position" between 1 and 5),
	CONSTRAINT "proof_file_file" CHECK ("file" ~ '^[0-9a-f]{32}\.(webp|pdf)$')
);
--> statement-breakpoint
CREATE TABLE "proof_likeness" (
	"proof_file_id" integer,
	"other_file_id" integer,
	"difference" double precision NOT NULL,
	"boxes" jsonb NOT NULL,
	CONSTRAINT "proof_likeness_pkey" PRIMARY KEY("proof_file_id","other_file_id")
);
--> statement-breakpoint
CREATE TABLE "proof_payment" (
	"entry_id" integer PRIMARY KEY,
	"proof_id" integer NOT NULL,
	"sales_transaction_id" integer,
	CONSTRAINT "proof_payment_once" UNIQUE NULLS NOT DISTINCT("proof_id","sales_transaction_id")
);
--> statement-breakpoint
ALTER TABLE "shop_setting" ADD COLUMN "second_person_from" numeric(14,2);--> statement-breakpoint
ALTER TABLE "shop_setting" ADD COLUMN "proof_file_days" integer DEFAULT 180 NOT NULL;--> statement-breakpoint
ALTER TABLE "pay_account" ADD COLUMN "references_repeat" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "money_entry_reference" ON "money_entry" (upper(regexp_replace(normalize("reference", nfkc) collate "pg_c_utf8", '[^[:alnum:]]', '', 'g'))) WHERE "kind" = 'payment' and "corrects_id" is null and "reference" is not null;--> statement-breakpoint
CREATE INDEX "payment_proof_sale" ON "payment_proof" ("sales_transaction_id");--> statement-breakpoint
CREATE INDEX "payment_proof_waiting" ON "payment_proof" ("sent_at") WHERE "status" = 'Sent';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_proof_send_once" ON "payment_proof" ("sales_transaction_id","send_key") WHERE "status" <> 'Withdrawn';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_proof_reference" ON "payment_proof" ("seen_account_id","reference_key") WHERE "status" = 'Approved' and "override_reason" is null and "undone_at" is null;--> statement-breakpoint
CREATE INDEX "proof_file_content" ON "proof_file" ("content_hash");--> statement-breakpoint
CREATE INDEX "proof_file_file" ON "proof_file" ("file") WHERE "file" is not null;--> statement-breakpoint
CREATE INDEX "proof_likeness_other" ON "proof_likeness" ("other_file_id");--> statement-breakpoint
ALTER TABLE "payment_proof" ADD CONSTRAINT "payment_proof_us5JvKCOORGN_fkey" FOREIGN KEY ("sales_transaction_id") REFERENCES "sales_transaction"("sales_transaction_id");--> statement-breakpoint
ALTER TABLE "payment_proof" ADD CONSTRAINT "payment_proof_order_link_id_order_link_order_link_id_fkey" FOREIGN KEY ("order_link_id") REFERENCES "order_link"("order_link_id");--> statement-breakpoint
ALTER TABLE "payment_proof" ADD CONSTRAINT "payment_proof_pay_account_id_pay_account_pay_account_id_fkey" FOREIGN KEY ("pay_account_id") REFERENCES "pay_account"("pay_account_id");--> statement-breakpoint
ALTER TABLE "payment_proof" ADD CONSTRAINT "payment_proof_taken_by_id_user_account_user_id_fkey" FOREIGN KEY ("taken_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "payment_proof" ADD CONSTRAINT "payment_proof_decided_by_id_user_account_user_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "payment_proof" ADD CONSTRAINT "payment_proof_seen_account_id_pay_account_pay_account_id_fkey" FOREIGN KEY ("seen_account_id") REFERENCES "pay_account"("pay_account_id");--> statement-breakpoint
ALTER TABLE "payment_proof" ADD CONSTRAINT "payment_proof_undone_by_id_user_account_user_id_fkey" FOREIGN KEY ("undone_by_id") REFERENCES "user_account"("user_id");--> statement-breakpoint
ALTER TABLE "proof_file" ADD CONSTRAINT "proof_file_proof_id_payment_proof_proof_id_fkey" FOREIGN KEY ("proof_id") REFERENCES "payment_proof"("proof_id");--> statement-breakpoint
ALTER TABLE "proof_likeness" ADD CONSTRAINT "proof_likeness_proof_file_id_proof_file_proof_file_id_fkey" FOREIGN KEY ("proof_file_id") REFERENCES "proof_file"("proof_file_id");--> statement-breakpoint
ALTER TABLE "proof_likeness" ADD CONSTRAINT "proof_likeness_other_file_id_proof_file_proof_file_id_fkey" FOREIGN KEY ("other_file_id") REFERENCES "proof_file"("proof_file_id");--> statement-breakpoint
ALTER TABLE "proof_payment" ADD CONSTRAINT "proof_payment_entry_id_money_entry_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "money_entry"("entry_id");--> statement-breakpoint
ALTER TABLE "proof_payment" ADD CONSTRAINT "proof_payment_proof_id_payment_proof_proof_id_fkey" FOREIGN KEY ("proof_id") REFERENCES "payment_proof"("proof_id");--> statement-breakpoint
ALTER TABLE "proof_payment" ADD CONSTRAINT "proof_payment_CpqChACGtd2x_fkey" FOREIGN KEY ("sales_transaction_id") REFERENCES "sales_transaction"("sales_transaction_id");--> statement-breakpoint
ALTER TABLE "shop_setting" ADD CONSTRAINT "shop_setting_second_person_from" CHECK ("second_person_from" >= 0);--> statement-breakpoint
ALTER TABLE "shop_setting" ADD CONSTRAINT "shop_setting_proof_file_days" CHECK ("proof_file_days" between 90 and 3650);
--> statement-breakpoint
-- What a buyer sent never changes, and neither does a decision. Undoing an approval and removing the pictures come after it.
create function keep_decided_proof() returns trigger language plpgsql as $$
declare
  later constant text[] := array['undone_by_id', 'undone_at', 'undo_reason', 'files_removed_at'];
  sent constant text[] := array['sales_transaction_id', 'order_link_id', 'language', 'send_key', 'sent_at', 'amount', 'day', 'pay_account_id'];
  was jsonb := to_jsonb(old);
  becomes jsonb := to_jsonb(new);
  field text;
begin
  foreach field in array sent loop
    if was -> field is distinct from becomes -> field then
      raise exception 'what a buyer sent with proof % is final', old.proof_id using errcode = 'restrict_violation';
    end if;
  end loop;
  -- Making a customer anonymous clears texts of decided proofs.
  if old.status <> 'Sent' and (new.status <> old.status
      or (was - later - array['reference', 'seen_reference', 'reference_key', 'reject_words', 'override_reason'])
        <> (becomes - later - array['reference', 'seen_reference', 'reference_key', 'reject_words', 'override_reason'])) then
    raise exception 'the decision about proof % is final', old.proof_id using errcode = 'restrict_violation';
  end if;
  if old.undone_at is not null and new.undone_at is distinct from old.undone_at then
    raise exception 'proof % is undone already', old.proof_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger keep_decided_proof before update on payment_proof for each row execute function keep_decided_proof();
