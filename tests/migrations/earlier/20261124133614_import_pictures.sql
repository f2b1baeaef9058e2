-- A picture that an imported row names, and one that could not be downloaded.
insert into import_picture (import_id, item_id, source, state, reason) values
  (1, 1, 'ring-001.jpg', 'named', null),
  (1, 1, 'https://shop.example/ring.jpg', 'failed', 'The site answers 404');
