ALTER TABLE "question" ADD COLUMN "contact" text;--> statement-breakpoint
ALTER TABLE "question" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "question" ADD CONSTRAINT "question_has_one_contact" CHECK (num_nonnulls("email", "contact") = 1);