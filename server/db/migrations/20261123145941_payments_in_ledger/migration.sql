-- The money ledger has every payment now.
DROP TABLE "sales_payment";