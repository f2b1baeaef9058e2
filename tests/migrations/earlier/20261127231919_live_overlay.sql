-- The live that runs has an overlay.
update live set overlay_hash = repeat('a', 64), overlay_made_at = now() where live_id = 1;
