-- A parcel of a sale is on its way.
insert into parcel (sales_transaction_id, carrier, tracking_number, sent_on, tracking_address, note)
  values (1, 'Yamato Transport', '4055-5501-8642', '2026-11-16', 'https://track.example/1', 'The pearls');
