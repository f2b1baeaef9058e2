insert into piece_image (piece_id, position, url, thumb_url, focus_x, focus_y, focus_from)
  select min(piece_id), 0, '/pictures/a.webp', '/pictures/b.webp', 40, 60, 'person' from piece having count(*) > 0;
